"""The pages, and what they load.

All of it is made from the folder `galopp/web` and the catalogues; nothing here knows a table.

    edition     the folder `web` and the words of the catalogues, as they are at one moment
    pages       their addresses and headers
    manifest    what a device is told that installs the page
    qr          QR codes
    static_files  all of it as files, for a web space without a server of ours
"""
