"""Has a store open and does nothing: open.py <store>. Prints `open`.

It opens the store in a process of its own, which ends with this one, so that whoever starts this
program is not the parent of the process that has the store open.
"""
import os
import sqlite3
import sys
import time

alive, life = os.pipe()
if os.fork() > 0:
    os.close(alive)
    time.sleep(60)
    sys.exit()
os.close(life)
db = sqlite3.connect(sys.argv[1])
db.execute("SELECT COUNT(*) FROM sessions").fetchall()
print("open", flush=True)
os.read(alive, 1)
