import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { signedBytes, verifyRegistry } from '../src/signature'
import type { PortalFile } from './portal-file'
import { errorCode, ReleaseError } from './release-error'

const DAY_MS = 86_400_000

export interface Signer {
  /** Ed25519, 32 bytes in base64: the value of `HELPDESK_REGISTRY_KEY`. */
  publicKey: string
  /** Signs a registry that expires after `days`. */
  sign(portal: PortalFile, now: Date, days: number): PortalFile
}

/** Writes a new private key, readable by its owner only. @returns the public key */
export function createKeys(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    throw new ReleaseError(`${file} exists. A key is never overwritten: name another file.`)
  }
  return publicKeyOf(privateKey)
}

/** @throws ReleaseError when the file is no Ed25519 private key */
export function readSigner(file: string): Signer {
  const key = readKey(file)
  return {
    publicKey: publicKeyOf(key),
    sign(portal, now, days) {
      const unsigned = { ...portal, expires: new Date(now.getTime() + days * DAY_MS).toISOString() }
      return { ...unsigned, signature: sign(null, signedBytes(unsigned), key).toString('base64') }
    },
  }
}

/**
 * Refuses to build on a registry that somebody else may have written: whoever signs, vouches for all of it.
 * @throws ReleaseError
 */
export async function expectOwnSignature(portal: PortalFile, signer: Signer | null): Promise<void> {
  if (!signer) {
    if (portal.signature === undefined) return
    throw new ReleaseError(
      'portal.json in the target is signed: set HELPDESK_RELEASE_KEY to the private key.',
    )
  }
  // an expired registry is still authentic
  await verifyRegistry(portal, { keys: [signer.publicKey], now: 0, lastSerial: 0 }).catch(
    (cause: unknown) => {
      throw new ReleaseError(
        'portal.json in the target is not signed with this key. Read it, then sign it as it is: npm run release -- sign --adopt --to …',
        { cause },
      )
    },
  )
}

function readKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new ReleaseError(`HELPDESK_RELEASE_KEY: ${file} cannot be read as a private key`, { cause })
  }
  throw new ReleaseError(`HELPDESK_RELEASE_KEY: ${file} is not an Ed25519 key`)
}

function publicKeyOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}
