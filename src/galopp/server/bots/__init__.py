"""Bots at tables: they think beside the server, and speak like anybody else.

What a bot decides goes to its table as an ordinary message, and is judged like one.

    at_table    a bot while its seat is asked
    fallback    who thinks for a seat, and a simpler one where that one fails
    runners     where a bot thinks
    service     what the bots of all tables think with
    threads     threads for bots that take a moment
    searching   the process for bots that think ahead
    hints       what the strongest bot would do in one's place
    foresight   what is certain of a decision
"""
