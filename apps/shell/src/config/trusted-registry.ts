import { verifyRegistry } from '@helpdesk/remote-contract/signature'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'

const SERIAL_KEY = 'helpdesk-registry-serial'

/**
 * Refuses a registry that no key of the build has signed, that expired, or that is older than one seen before.
 * @param keys - Ed25519 public keys, base64
 * @throws RefusedRegistry
 */
export async function expectTrusted(registry: unknown, keys: string[]): Promise<void> {
  const lastSerial = Number(localStore.read(SERIAL_KEY) ?? 0)
  const serial = await verifyRegistry(registry, { keys, now: deviceNow(), lastSerial })
  if (serial > lastSerial) localStore.write(SERIAL_KEY, String(serial))
}
