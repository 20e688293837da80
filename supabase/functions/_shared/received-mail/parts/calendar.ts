import { decodeText } from '../characters/characters.ts'
import * as texts from '../texts.ts'

/** What people ask of an invitation. Times are as the organizer wrote them, with the name of their zone. */
export interface CalendarEvent {
  title: string
  when?: string
  where?: string
}

/** Far above what an invitation takes; the first event counts. */
const MAX_BYTES = 200_000
const MAX_LINES = 3_000
const MAX_VALUE = 2_000

interface Property {
  name: string
  parameters: Map<string, string>
  value: string
}

/** Long lines go on in the next one, after a blank. */
function unfold(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const last = lines.length - 1
    if (/^[ \t]/.test(line) && last >= 0) lines[last] = `${lines[last]}${line.slice(1)}`.slice(0, MAX_VALUE)
    else lines.push(line.slice(0, MAX_VALUE))
  }
  return lines
}

/** Positions of a separator outside of quotes, which may stand around a parameter's value. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    if (character === separator && !isQuoted) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

function readProperty(line: string): Property | undefined {
  const [head = '', ...rest] = splitOutsideQuotes(line, ':')
  if (rest.length === 0) return undefined
  const [name = '', ...given] = splitOutsideQuotes(head, ';')
  const parameters = new Map(
    given.map((each) => {
      const at = each.indexOf('=')
      return [each.slice(0, at).toUpperCase(), each.slice(at + 1).replaceAll('"', '')] as const
    }),
  )
  return { name: name.trim().toUpperCase(), parameters, value: rest.join(':').trim() }
}

const unescapeText = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_all, mark: string) => (/n/i.test(mark) ? ' ' : mark))

/** One line without control characters. */
const plain = (value: string, length = 200) =>
  unescapeText(value)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, length)

/** The properties of the first event, without those of its alarms, and of the calendar. */
function firstEvent(text: string): { event: Property[]; method: string } | undefined {
  const stack: string[] = []
  const event: Property[] = []
  let method = ''
  for (const line of unfold(text)) {
    const property = readProperty(line)
    if (!property) continue
    const { name, value } = property
    if (name === 'BEGIN') stack.push(value.toUpperCase())
    else if (name === 'END') {
      if (stack.pop() === 'VEVENT') return { event, method }
    } else if (stack.at(-1) === 'VEVENT') event.push(property)
    else if (name === 'METHOD') method = value.toUpperCase()
    if (stack.length > 10) return undefined
  }
  return event.length > 0 ? { event, method } : undefined
}

interface Moment {
  /** The time of the clock there, as if it were UTC. */
  clock: number
  isDay: boolean
  zone: string
}

function readMoment(property: Property | undefined): Moment | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/i.exec(property?.value ?? '')
  if (!property || !match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match
    .slice(1, 6)
    .map((digits) => Number(digits ?? 0))
  const zone = match[7] ? 'UTC' : plain(property.parameters.get('TZID') ?? '', 60)
  return { clock: Date.UTC(year, month - 1, day, hour, minute), isDay: match[4] === undefined, zone }
}

const [DAY, HOUR, MINUTE] = [86_400_000, 3_600_000, 60_000]

/** Milliseconds of a duration such as PT1H30M. */
function readDuration(value: string): number | undefined {
  const match = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?$/i.exec(
    value,
  )
  if (!match) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return weeks * 7 * DAY + days * DAY + hours * HOUR + minutes * MINUTE
}

/** Written by the language itself: what Intl writes differs between runtimes. */
function dayOf(clock: number): string {
  const text = new Date(clock).toUTCString()
  return `${text.slice(0, 4)} ${Number(text.slice(5, 7))} ${text.slice(8, 16)}`
}
const timeOf = (clock: number) => new Date(clock).toISOString().slice(11, 16)

function describeTime(start: Moment, end: Moment | undefined): string {
  const zone = start.zone && ` (${start.zone})`
  if (start.isDay) {
    // The day after the last one.
    const last = end ? end.clock - DAY : start.clock
    const isLonger = last > start.clock
    return texts.allDay(isLonger ? `${dayOf(start.clock)} – ${dayOf(last)}` : dayOf(start.clock))
  }
  const from = `${dayOf(start.clock)}, ${timeOf(start.clock)}`
  if (!end || (end.clock <= start.clock && end.zone === start.zone)) return `${from}${zone}`
  if (end.zone !== start.zone)
    return `${from}${zone} – ${dayOf(end.clock)}, ${timeOf(end.clock)}${end.zone && ` (${end.zone})`}`
  const isSameDay = dayOf(end.clock) === dayOf(start.clock)
  return `${from} – ${isSameDay ? '' : `${dayOf(end.clock)}, `}${timeOf(end.clock)}${zone}`
}

/** Title, time and place of the first event of an invitation; undefined without one. Never throws. */
export function readCalendar(bytes: Uint8Array): CalendarEvent | undefined {
  const found = firstEvent(decodeText(bytes.subarray(0, MAX_BYTES)))
  if (!found) return undefined
  const property = (name: string) => found.event.find((each) => each.name === name)
  const start = readMoment(property('DTSTART'))
  const length = readDuration(property('DURATION')?.value ?? '')
  const end =
    readMoment(property('DTEND')) ?? (start && length ? { ...start, clock: start.clock + length } : undefined)
  const isCancelled = found.method === 'CANCEL' || property('STATUS')?.value.toUpperCase() === 'CANCELLED'
  const title = plain(property('SUMMARY')?.value ?? '')
  const where = plain(property('LOCATION')?.value ?? '')
  const time = start && describeTime(start, end)
  return {
    title: isCancelled ? texts.cancelled(title) : title,
    ...(time && { when: property('RRULE') ? texts.repeats(time) : time }),
    ...(where && { where }),
  }
}
