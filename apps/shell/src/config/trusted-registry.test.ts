import { generateKeyPairSync, sign } from 'node:crypto'
import { signedBytes } from '@helpdesk/remote-contract/signature'
import { portalOf, releaseOf } from '@helpdesk/remote-contract/testing'
import { beforeEach, expect, it } from 'vitest'
import { loadPortalConfig } from './portal'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const keys = [Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')]
const unsigned = portalOf(releaseOf('agent-workspace'))

function signed(serial: number, expires = '2999-01-01T00:00:00.000Z') {
  const registry = { ...unsigned, serial, expires }
  return { ...registry, signature: sign(null, signedBytes(registry), privateKey).toString('base64') }
}
const load = (content: unknown, trusted = keys) =>
  loadPortalConfig(() => Promise.resolve(Response.json(content)), trusted)

beforeEach(() => localStorage.clear())

it('loads a signed registry', async () => {
  expect((await load(signed(3))).remotes['agent-workspace']?.version).toBeDefined()
})

it('never goes back to an older serial', async () => {
  await load(signed(3))
  await load(signed(3))
  await load(signed(4))
  await expect(load(signed(3))).rejects.toMatchObject({ name: 'RefusedRegistry', reason: 'older' })
})

it('does not remember the serial of a refused registry', async () => {
  await expect(load({ ...signed(9), extra: true })).rejects.toMatchObject({ reason: 'forged' })
  await expect(load(signed(9, '2020-01-01T00:00:00.000Z'))).rejects.toMatchObject({ reason: 'expired' })
  await expect(load(signed(1))).resolves.toBeDefined()
})

it('refuses an unsigned registry only when the shell has a key', async () => {
  await expect(load(unsigned)).rejects.toMatchObject({ reason: 'unsigned' })
  await expect(load(unsigned, [])).resolves.toBeDefined()
})
