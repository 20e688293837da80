import { deviceZone } from '@helpdesk/staff/model/zoned-time'

/** Time zones that this browser knows, by name, with the browser's own and `UTC` first. The current one is among them. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const zones = new Set(['UTC', deviceZone(), current, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
