import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { readCalendar } from './calendar.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const event = (...lines: string[]) =>
  readCalendar(
    bytes(
      ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
        '\r\n',
      ),
    ),
  )

describe('an invitation', () => {
  it.each([
    [
      'with a zone',
      ['DTSTART;TZID=Europe/Berlin:20261201T100000', 'DTEND;TZID=Europe/Berlin:20261201T113000'],
      'Tue, 1 Dec 2026, 10:00 – 11:30 (Europe/Berlin)',
    ],
    [
      'with a quoted zone of Windows',
      ['DTSTART;TZID="W. Europe: Standard Time":20261201T100000'],
      'Tue, 1 Dec 2026, 10:00 (W. Europe: Standard Time)',
    ],
    [
      'in UTC',
      ['DTSTART:20261201T090000Z', 'DTEND:20261202T090000Z'],
      'Tue, 1 Dec 2026, 09:00 – Wed, 2 Dec 2026, 09:00 (UTC)',
    ],
    [
      'from zone to zone',
      ['DTSTART;TZID=Europe/Paris:20261201T090000', 'DTEND;TZID=Europe/London:20261201T083000'],
      'Tue, 1 Dec 2026, 09:00 (Europe/Paris) – Tue, 1 Dec 2026, 08:30 (Europe/London)',
    ],
    [
      'without a zone, by its duration',
      ['DTSTART:20261201T090000', 'DURATION:PT1H15M'],
      'Tue, 1 Dec 2026, 09:00 – 10:15',
    ],
    ['for one day', ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202'], 'Tue, 1 Dec 2026, all day'],
    [
      'for some days',
      ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261204'],
      'Tue, 1 Dec 2026 – Thu, 3 Dec 2026, all day',
    ],
    [
      'that repeats',
      ['DTSTART:20261201T090000Z', 'RRULE:FREQ=WEEKLY'],
      'Tue, 1 Dec 2026, 09:00 (UTC), repeats',
    ],
  ])('%s shows its time', (_name, lines, when) => {
    expect(event('SUMMARY:Demo', ...lines)).toEqual({ title: 'Demo', when })
  })

  it('shows title and place without escapes, folds and alarms', () => {
    expect(
      event(
        'BEGIN:VALARM',
        'SUMMARY:Wake up',
        'END:VALARM',
        'SUMMARY;LANGUAGE=de:Vorführung\\, Teil 1\\; im ',
        ' Werk\\nSüd',
        'LOCATION:Halle 3: Tor B',
      ),
    ).toEqual({ title: 'Vorführung, Teil 1; im Werk Süd', where: 'Halle 3: Tor B' })
  })

  it('takes the time of the event, not of its zone', () => {
    const zone = 'BEGIN:VTIMEZONE\nBEGIN:STANDARD\nDTSTART:19701025T030000\nEND:STANDARD\nEND:VTIMEZONE'
    const text = `BEGIN:VCALENDAR\n${zone}\nBEGIN:VEVENT\nSUMMARY:X\nDTSTART:20261201T090000Z\nEND:VEVENT\nEND:VCALENDAR`
    expect(readCalendar(bytes(text))?.when).toBe('Tue, 1 Dec 2026, 09:00 (UTC)')
  })

  it('says when it is cancelled', () => {
    expect(event('SUMMARY:Demo', 'STATUS:CANCELLED')?.title).toBe('Cancelled: Demo')
    expect(
      readCalendar(bytes('BEGIN:VCALENDAR\nMETHOD:CANCEL\nBEGIN:VEVENT\nSUMMARY:Demo\nEND:VEVENT'))?.title,
    ).toBe('Cancelled: Demo')
  })

  it.each([
    '',
    'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
    '\0\0',
    'BEGIN:VTODO\nSUMMARY:x\nEND:VTODO',
    'BEGIN:A\n'.repeat(100),
  ])('is none in %j', (text) => {
    expect(readCalendar(bytes(text))).toBeUndefined()
  })

  it.each([
    ['digits', (n: number) => `DTSTART:${'1'.repeat(n)}`],
    ['folded lines', (n: number) => `SUMMARY:${'x\r\n '.repeat(n)}`],
    ['quotes', (n: number) => `SUMMARY;${'a="";'.repeat(n)}:x`],
    ['durations', (n: number) => `DURATION:P${'1D'.repeat(n)}`],
  ])('is read in linear time: %s', (_name, line) => {
    expect(growth((n) => event('SUMMARY:x', line(n)), 10_000)).toBeLessThan(3)
  })
})
