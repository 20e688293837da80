import {
  presetLabels,
  RANGE_PRESETS,
  rangeErrors,
  type ChosenRange,
  type DayRange,
  type RangePreset,
} from '../model/report-range'
import type { Day } from '../model/days'
import { Button, Field, Flex, Input, NativeSelect } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'

const OWN = 'own'
const options = [
  ...RANGE_PRESETS.map((value) => ({ value, label: presetLabels[value] })),
  { value: OWN, label: 'Own range' },
]

interface RangePickerProps {
  range: ChosenRange
  today: Day
  onChange: (range: RangePreset | DayRange) => void
}

/** Presets at once; a range of one's own when it is applied. It follows the address. */
export function RangePicker({ range, today, onChange }: RangePickerProps) {
  const [own, setOwn] = useState(range.preset === null)
  const [draft, setDraft] = useState<DayRange>({ from: range.from, to: range.to })
  const [errors, setErrors] = useState(range.errors)
  const address = `${range.preset ?? OWN} ${range.from} ${range.to}`
  const [shown, setShown] = useState(address)
  // Not a key: the keyboard would lose the control that it has just used.
  if (address !== shown) {
    setShown(address)
    setOwn(range.preset === null)
    setDraft({ from: range.from, to: range.to })
    setErrors(range.errors)
  }

  const edit = (change: Partial<DayRange>) => {
    setDraft({ ...draft, ...change })
    setErrors({})
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const found = rangeErrors(draft, today)
    setErrors(found)
    if (!found.from && !found.to) onChange(draft)
  }
  const choose = (value: string) => {
    setOwn(value === OWN)
    const preset = RANGE_PRESETS.find((each) => each === value)
    if (preset) onChange(preset)
  }

  return (
    <form noValidate onSubmit={apply}>
      <Flex gap="3" wrap="wrap" alignItems="flex-start">
        <Field label="Range">
          <NativeSelect
            width="11rem"
            options={options}
            value={own ? OWN : (range.preset ?? OWN)}
            onChange={(event) => choose(event.target.value)}
          />
        </Field>
        {own && (
          <>
            <Field label="First day" error={errors.from}>
              <Input
                type="date"
                width="10rem"
                max={today}
                value={draft.from}
                onChange={(event) => edit({ from: event.target.value })}
              />
            </Field>
            <Field label="Last day" error={errors.to}>
              <Input
                type="date"
                width="10rem"
                max={today}
                value={draft.to}
                onChange={(event) => edit({ to: event.target.value })}
              />
            </Field>
            <Button type="submit" variant="solid" marginTop="6">
              Apply
            </Button>
          </>
        )}
      </Flex>
    </form>
  )
}
