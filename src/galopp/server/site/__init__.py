"""The pages, and what they load.

edition     the folder `web` and the words of the catalogues, as they are at one moment
pages       their addresses and headers
manifest    what a device is told that installs the page
qr          QR codes
"""
