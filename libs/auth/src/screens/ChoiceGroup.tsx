import { chakra } from '@helpdesk/ui/components/layout'
import { useId, type ReactNode } from 'react'

export interface Choice<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
}

interface ChoiceGroupProps<Value extends string> {
  legend: string
  value: Value
  choices: readonly Choice<Value>[]
  onChange: (value: Value) => void
}

/** A row of radio buttons, styled as buttons. */
export function ChoiceGroup<Value extends string>({
  legend,
  value,
  choices,
  onChange,
}: ChoiceGroupProps<Value>) {
  const name = useId()
  return (
    <Group>
      <Legend>{legend}</Legend>
      <Row>
        {choices.map((choice) => (
          <Option key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            {choice.label}
          </Option>
        ))}
      </Row>
    </Group>
  )
}

const Group = chakra('fieldset', { base: { border: '0', padding: '0', margin: '0', minWidth: '0' } })
const Legend = chakra('legend', { base: { fontSize: 'sm', fontWeight: 'medium', mb: '1.5', padding: '0' } })
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })
const Option = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    flex: '1 1 6.5rem',
    minHeight: '9',
    '@media (pointer: coarse)': { minHeight: '11' },
    px: '3',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    position: 'relative',
    _hover: { bg: 'bg.muted' },
    '& input': { position: 'absolute', inset: '0', margin: '0', opacity: '0', cursor: 'inherit' },
    '&:has(:checked)': {
      borderColor: 'accent',
      bg: 'accent.subtle',
      color: 'accent.fg',
      fontWeight: 'medium',
      boxShadow: 'inset 0 0 0 1px var(--hd-colors-accent)',
    },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
