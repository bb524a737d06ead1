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
        answer = {"move": chance.choice(asked["legal"])["move"]}
    print(json.dumps(answer), flush=True)
