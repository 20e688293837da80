/**
 * What a remote declares by hand (`remote.config.ts`); the build computes the rest of its manifest.
 * @param {import('./define-remote-config.d.mts').RemoteConfig} config
 */
export function defineRemoteConfig(config) {
  return config
}
