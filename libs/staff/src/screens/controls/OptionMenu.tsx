import { chakra, CheckIcon, ChevronDownIcon } from '@helpdesk/ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { digitOf } from './digit'
import { Popover } from './Popover'
import { useMenu } from './use-menu'

interface OptionMenuProps<Value extends string> {
  /** What the menu sets, such as `Set status`. */
  label: string
  options: readonly { value: Value; content: ReactNode; hint?: string | undefined }[]
  value: Value
  onPick: (value: Value) => void
  /** Shown on the button. */
  children: ReactNode
  /** Why the value cannot be changed; disables the button. */
  reason?: string | undefined
}

/** A button that shows a value and sets another from a menu, at once. */
export function OptionMenu<Value extends string>(props: OptionMenuProps<Value>) {
  const { label, options, value, onPick, children, reason } = props
  const { open, toggle, close, button, list, items, onKeyDown } = useMenu('[aria-checked=true]')
  const pickOrMove = (event: KeyboardEvent) => {
    const numbered = items()[digitOf(event.key)]
    if (numbered) numbered.click()
    else onKeyDown(event)
  }

  return (
    <Popover
      open={open}
      onClose={close}
      side="bottom"
      align="start"
      width="12rem"
      trigger={
        <ValueButton
          ref={button}
          type="button"
          title={reason ?? label}
          aria-haspopup="menu"
          aria-expanded={open}
          disabled={reason !== undefined}
          onClick={toggle}
        >
          {children}
          {reason === undefined && <ChevronDownIcon size={12} />}
        </ValueButton>
      }
    >
      <div ref={list} role="menu" aria-label={label} onKeyDown={pickOrMove}>
        {options.map((option) => (
          <Option
            key={option.value}
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            aria-checked={option.value === value}
            onClick={() => {
              close()
              if (option.value !== value) onPick(option.value)
            }}
          >
            <span>
              {option.content}
              {option.hint && <Hint>{option.hint}</Hint>}
            </span>
            {option.value === value && <CheckIcon size={14} />}
          </Option>
        ))}
      </div>
    </Popover>
  )
}

/** A button that looks like the value it shows. */
export const ValueButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minWidth: '0',
    minHeight: '7',
    px: '1',
    borderRadius: 'md',
    color: 'fg',
    fontSize: 'sm',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _disabled: { cursor: 'not-allowed', bg: 'transparent' },
    '& > svg': { color: 'fg.muted' },
    '@media (pointer: coarse)': { minHeight: '2.75rem' },
  },
})
const Hint = chakra('span', { base: { display: 'block', color: 'fg.muted', fontSize: 'xs' } })
const Option = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    width: 'full',
    textAlign: 'start',
    px: '2',
    py: '1',
    minHeight: '8',
    borderRadius: 'sm',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _focus: { bg: 'bg.muted' },
    '@media (pointer: coarse)': { minHeight: '2.75rem' },
  },
})
