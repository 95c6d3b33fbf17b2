import os

REGION = "eu-central-1"
BUCKET = "kontorwerk-backups"
ACCESS_KEY_ID = os.environ.get("BACKUPS_ACCESS_KEY_ID")
SECRET_ACCESS_KEY = os.environ.get("BACKUPS_SECRET_ACCESS_KEY")
