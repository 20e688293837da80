import { chakra } from '@helpdesk/ui'
import type { ChangeEventHandler } from 'react'
import { daysOf } from '../model/settings'
import * as texts from './texts'

interface DaysInputProps {
  label: string
  /** Also the id of its field. */
  name: string
  /** Such as `1,2,3`, see `daysOf`. */
  value: string
  onChange: ChangeEventHandler<HTMLInputElement>
}

/** The days of a week, each of which can be chosen. */
export function DaysInput({ label, name, value, onChange }: DaysInputProps) {
  const days = daysOf(value)
  const toggled = (day: number) =>
    (days.includes(day) ? days.filter((each) => each !== day) : [...days, day].sort()).join(',')
  return (
    <Days id={name} role="group" aria-label={label} aria-describedby={`${name}-error`}>
      {texts.weekdays.map((weekday, index) => (
        <Day key={weekday}>
          <input
            type="checkbox"
            name={name}
            // The days as they are after a click.
            value={toggled(index + 1)}
            aria-label={weekday}
            checked={days.includes(index + 1)}
            onChange={onChange}
          />
          <span aria-hidden>{weekday.slice(0, 3)}</span>
        </Day>
      ))}
    </Days>
  )
}

const Days = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', gap: '1' } })
const Day = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: '8',
    '@media (pointer: coarse)': { height: '11' },
    fontSize: 'sm',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    cursor: 'pointer',
    position: 'relative',
    color: 'fg.muted',
    _hover: { bg: 'bg.muted' },
    '& input': { position: 'absolute', inset: '0', margin: '0', opacity: '0', cursor: 'inherit' },
    '&:has(:checked)': {
      borderColor: 'accent',
      bg: 'accent.subtle',
      color: 'accent.fg',
      fontWeight: 'medium',
    },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
