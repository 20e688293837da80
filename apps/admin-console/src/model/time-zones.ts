import { localZone } from './days'

/** Time zones that this browser knows, by name, with the browser's own and `UTC` first. The current one is among them. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const zones = new Set(['UTC', localZone(), current, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
