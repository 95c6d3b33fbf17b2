import { spawn } from 'node:child_process'
import { z } from 'zod'

const Args = z.object({ glob: z.string().min(1).max(300) })

function runEslint(glob: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['eslint', '--quiet', '--', glob], {
      shell: true,
      stdio: 'ignore',
      timeout: 60_000,
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? -1))
  })
}

export const lintTool = {
  name: 'lint',
  description: 'Run ESLint of the current project on a glob and report whether it passes',
  inputSchema: {
    type: 'object' as const,
    properties: { glob: { type: 'string', maxLength: 300 } },
    required: ['glob'],
  },
  async handler(input: unknown) {
    const { glob } = Args.parse(input)
    const code = await runEslint(glob)
    const text = code === 0 ? 'No problems' : `ESLint ended with ${code}`
    return { content: [{ type: 'text' as const, text }] }
  },
}
