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
import * as texts from './texts'

const CUSTOM = 'custom'
const options = [
  ...RANGE_PRESETS.map((value) => ({ value, label: presetLabels[value] })),
  { value: CUSTOM, label: texts.custom },
]

interface RangePickerProps {
  range: ChosenRange
  today: Day
  onChange: (range: RangePreset | DayRange) => void
}

/** Chooses a preset, or applies a custom range. Follows the range in the URL. */
export function RangePicker({ range, today, onChange }: RangePickerProps) {
  const [isCustom, setIsCustom] = useState(range.preset === null)
  const [draft, setDraft] = useState<DayRange>({ from: range.from, to: range.to })
  const [errors, setErrors] = useState(range.errors)
  const address = `${range.preset ?? CUSTOM} ${range.from} ${range.to}`
  const [shown, setShown] = useState(address)
  // Not a `key`: remounting would drop the focus.
  if (address !== shown) {
    setShown(address)
    setIsCustom(range.preset === null)
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
    setIsCustom(value === CUSTOM)
    const preset = RANGE_PRESETS.find((each) => each === value)
    if (preset) onChange(preset)
  }

  return (
    <form noValidate onSubmit={apply}>
      <Flex gap="3" wrap="wrap" alignItems="flex-start">
        <Field label={texts.range}>
          <NativeSelect
            width="11rem"
            options={options}
            value={isCustom ? CUSTOM : (range.preset ?? CUSTOM)}
            onChange={(event) => choose(event.target.value)}
          />
        </Field>
        {isCustom && (
          <>
            <Field label={texts.firstDay} error={errors.from}>
              <Input
                type="date"
                width="10rem"
                max={today}
                value={draft.from}
                onChange={(event) => edit({ from: event.target.value })}
              />
            </Field>
            <Field label={texts.lastDay} error={errors.to}>
              <Input
                type="date"
                width="10rem"
                max={today}
                value={draft.to}
                onChange={(event) => edit({ to: event.target.value })}
              />
            </Field>
            <Button type="submit" variant="solid" marginTop="6">
              {texts.apply}
            </Button>
          </>
        )}
      </Flex>
    </form>
  )
}
