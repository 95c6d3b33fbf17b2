class Tool:
    name = ""
    description = ""

    async def __call__(self, **kwargs):
        return await self.execute(**kwargs)

    async def execute(self, **kwargs):
        raise NotImplementedError
