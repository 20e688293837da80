/**
 * The public keys that may sign `/portal.json`, from a comma-separated list.
 * @throws Error when one is no Ed25519 public key: a shell without keys would accept any registry
 */
export function registryKeys(list = ''): string[] {
  const keys = list
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  for (const key of keys)
    if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
      throw new Error(`HELPDESK_REGISTRY_KEY: "${key}" is not 32 bytes in base64`)
  return keys
}
