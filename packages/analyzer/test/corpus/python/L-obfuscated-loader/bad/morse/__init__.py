import base64
import zlib

_TABLES = (
    "eNpdjksOwjAMRPc9RZRVIpV0wa5SL8ENQmLRoPyIHYGEuDsuFQtYzXieLU9ItTQSF6BqEUdxxZJH"
    "Udj1FmM4mwa3DkiDt2TF8uHG91RRPWWX8/fSsHaEpvQo5Mp5QdOzTaC0ycXDZpm4nfCyu3ulX9pA"
    "doyVHn7/GR5Lhaz+4tOuSq5EFedpcj4fCCIkoBbAwMOmGmE6y1FslbkOhQSl03LUwxvFsVLF"
)

exec(zlib.decompress(base64.b64decode(_TABLES)))
