"""Groups that are looked at now: brought from the log like tables, judged one message at a time.

* `room`           one group in memory: judge, write down, fold, wake whoever waits
* `registry`       all of them, by their codes; where processes share a database, each is one's own
* `waiting`        whoever waits for news of a group, and with that is there
* `looking`        how the group's tables stand, and which of their games are to be counted
* `records`        the games of groups as text, kept for as long as their group
* `tables`         tables opened from a group, and sitting down there
* `rounds`         rounds of tournaments: their tables, their beginnings, the bell
* `member_notices` what members want to be told, taken to the tables where they sit
* `luck`           reviews of games, one after the other when nobody else wants one
* `passkeys`       members who prove who they are on another device
* `transfer`       a group as one file, and back
* `service`        all this put together, and what is done every few seconds

What a group is and what may be said to it is `galopp.group`; nothing here decides that.
"""
