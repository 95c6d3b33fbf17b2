import boto3
from botocore.config import Config

from . import config


def client():
    return boto3.client(
        "s3",
        region_name=config.REGION,
        aws_access_key_id=config.ACCESS_KEY_ID,
        aws_secret_access_key=config.SECRET_ACCESS_KEY,
        config=Config(connect_timeout=5, read_timeout=20, retries={"max_attempts": 2}),
    )


def newest(prefix: str) -> tuple[str, int] | None:
    listing = client().list_objects_v2(Bucket=config.BUCKET, Prefix=prefix, MaxKeys=1000)
    objects = sorted(listing.get("Contents", []), key=lambda item: item["LastModified"])
    if not objects:
        return None
    return objects[-1]["Key"], objects[-1]["Size"]
