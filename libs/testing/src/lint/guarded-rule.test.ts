import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const eslint = new ESLint({ cwd: root })

async function violatesRule(code: string, filePath = 'apps/local-supabase/src/planted.ts') {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: `${root}/${filePath}` })
  return (result?.messages ?? []).some(({ ruleId }) => ruleId === 'guards/guarded-callbacks')
}

it.each([
  "socket.on('message', (data) => handle(data))",
  "stream.once('close', () => { forget() })",
  "socket.on('error', onError)",
  "function tell() {}\nsocket.on('error', tell)",
  "signal.addEventListener('abort', () => request.destroy())",
  'setTimeout(() => sweep(), 10)',
  'setInterval(check, 10)',
  'server.setTimeout(10, (socket) => socket.destroy())',
  "socket.on('message', wrap((data) => handle(data)))",
])('rejects %s', async (code) => expect(await violatesRule(code)).toBe(true))

it.each([
  "socket.on('message', guard((data) => handle(data)))",
  "class A {\n  #guard = 1\n  a() { ws.on('close', this.#guard(() => this.leave())) }\n}",
  "server.on('error', createGuard({ name: 'mail', log })((error) => log(error)))",
  'const check = guard(() => sweep())\nsetInterval(check, 10)',
  "child.once('exit', () => resolve())",
  "request.on('error', reject)",
  "socket.on('error', () => undefined)",
  "child.on('error', () => {})",
  "process.on('SIGTERM', () => stop())",
  'clearTimeout(timer)',
])('allows %s', async (code) => expect(await violatesRule(code)).toBe(false))

it('leaves tests and commands alone', async () => {
  const code = 'setTimeout(() => sweep(), 10)'
  expect(await violatesRule(code, 'apps/local-supabase/src/planted.test.ts')).toBe(false)
  expect(await violatesRule(code, 'apps/local-supabase/src/deploy-check/planted.ts')).toBe(false)
})
