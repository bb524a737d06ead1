"""A bot as a program: nothing of Galopp is imported, lines of JSON go in and out."""

import json
import random
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if "protocol" in asked:  # the greeting, once
        answer = {"protocol": 1}
    else:
        chance = random.Random(asked["luck"])
        made = {entry["move"] for entry in asked["told"]}  # in this race, by anybody
        new = [move for move in asked["legal"] if move["move"] not in made]
        answer = {"move": chance.choice(new or asked["legal"])["move"]}
    print(json.dumps(answer), flush=True)
