import { expect, it } from 'vitest'

/** Evaluates a module twice with the same shared libraries, as two remotes bundle it. */
const inTwoRemotes = <T>(file: string): Promise<T[]> =>
  Promise.all(['first', 'second'].map((copy) => import(/* @vite-ignore */ `./${file}?${copy}`) as Promise<T>))

it('has one outbox', async () => {
  const [agents, admins] =
    await inTwoRemotes<typeof import('./outbox/outbox-store')>('outbox/outbox-store.ts')
  expect(admins).not.toBe(agents)
  expect(admins?.outboxAtom).toBe(agents?.outboxAtom)
})

it('has one list of uploads', async () => {
  const [agents, admins] =
    await inTwoRemotes<typeof import('./uploads/upload-state')>('uploads/upload-state.ts')
  expect(admins).not.toBe(agents)
  expect(admins?.uploadsAtom).toBe(agents?.uploadsAtom)
})
