import type { PostgresType } from 'postgres'
import { exactNumber, verbatim } from './verbatim'

/** `2026-11-21 02:41:39.1+00` → `2026-11-21T02:41:39.1+00:00`, as PostgREST writes it. */
export function isoTimestamp(value: string): string {
  return value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

/** Defect 2: lite passes jsonb as text; serializing it again would store a string instead of an object. */
export function jsonParameter(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const same = (value: unknown) => String(value)
const number = (oid: number): PostgresType => ({
  to: oid,
  from: [oid],
  serialize: same,
  parse: exactNumber,
})

/** Defects 2 and 4: serializers and parsers of PostgreSQL types. */
export const valueFormats: Record<string, PostgresType> = {
  bool: { to: 16, from: [16], serialize: same, parse: (value: string) => value === 't' },
  bytea: { to: 17, from: [17], serialize: same, parse: same },
  bigint: number(20),
  json: { to: 114, from: [114], serialize: jsonParameter, parse: verbatim },
  jsonb: { to: 3802, from: [3802], serialize: jsonParameter, parse: verbatim },
  timestamptz: { to: 1184, from: [1184], serialize: same, parse: isoTimestamp },
  timestamp: { to: 1114, from: [1114], serialize: same, parse: (value: string) => value.replace(' ', 'T') },
  numeric: number(1700),
  real: number(700),
  double: number(701),
}
