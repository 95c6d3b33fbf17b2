from git_helper.server import serve

serve()
