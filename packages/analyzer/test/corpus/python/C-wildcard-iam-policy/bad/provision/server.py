import logging
import re

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

from .policies import as_document, reader_policy

log = logging.getLogger("provision")
mcp = FastMCP("report-access")
iam = boto3.client("iam", config=Config(connect_timeout=5, read_timeout=15))

BUCKET = re.compile(r"reports-[a-z0-9-]{3,40}")
TEAMS = {"finance": "reports-reader-finance", "sales": "reports-reader-sales"}


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def give_report_access(team: str, bucket: str, confirm: bool = False) -> str:
    """Let the role of a team read the reports of one bucket. Needs confirm=true."""
    role = TEAMS.get(team)
    if role is None or not BUCKET.fullmatch(bucket):
        return "unknown team or bucket"
    if not confirm:
        return f"would change the role {role}; call again with confirm=true"
    try:
        iam.put_role_policy(
            RoleName=role,
            PolicyName="read-reports",
            PolicyDocument=as_document(reader_policy(bucket)),
        )
    except ClientError:
        log.exception("put_role_policy failed")
        return "the policy could not be stored"
    log.info("role %s may read %s", role, bucket)
    return "access given"


if __name__ == "__main__":
    mcp.run()
