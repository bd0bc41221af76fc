"""Holds the write lock of a store: hold.py <store> <seconds>. Prints `held`, then `released`."""
import sqlite3
import sys
import time

db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(float(sys.argv[2]))
db.execute("ROLLBACK")
print("released", flush=True)
