import { chakra } from '@helpdesk/ui'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

export interface TabItem {
  id: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  items: readonly TabItem[]
  /** The accessible name of the list of tabs. */
  label: string
  defaultValue?: string
  value?: string
  onChange?: (id: string) => void
}

/** Tabs with one tab stop; arrows, Home and End move and select. */
export function Tabs({ items, label, defaultValue, value, onChange }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [internal, setInternal] = useState(defaultValue ?? items[0]?.id)
  const selected = value ?? internal
  const select = (id: string) => {
    setInternal(id)
    onChange?.(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex((item) => item.id === selected)
    const target = items[nextIndex(event.key, index, items.length)]
    if (!target) return
    event.preventDefault()
    select(target.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(target.id)}"]`)?.focus()
  }
  return (
    <div>
      <List role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <Tab
            key={item.id}
            type="button"
            role="tab"
            id={`${base}-tab-${item.id}`}
            data-tab={item.id}
            aria-selected={item.id === selected}
            aria-controls={`${base}-panel-${item.id}`}
            tabIndex={item.id === selected ? 0 : -1}
            onClick={() => select(item.id)}
          >
            {item.label}
          </Tab>
        ))}
      </List>
      {items.map((item) => (
        <Panel
          key={item.id}
          role="tabpanel"
          id={`${base}-panel-${item.id}`}
          aria-labelledby={`${base}-tab-${item.id}`}
          hidden={item.id !== selected}
          tabIndex={0}
        >
          {item.id === selected && item.content}
        </Panel>
      ))}
    </div>
  )
}

/** Index of the tab that a key selects; -1 for other keys. */
const nextIndex = (key: string, index: number, count: number): number => {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}

const List = chakra('div', {
  base: { display: 'flex', gap: '4', borderBottomWidth: '1px', borderColor: 'border', overflowX: 'auto' },
})
const Tab = chakra('button', {
  base: {
    // The least width for fingers would let the words run into each other.
    flexShrink: '0',
    py: '2',
    px: '0.5',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    color: 'fg.muted',
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '11', minWidth: '11' },
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    marginBottom: '-1px',
    transition: 'color 100ms',
    _hover: { color: 'fg' },
    _focusVisible: { outlineOffset: '-2px', borderRadius: 'sm' },
    '&[aria-selected="true"]': { color: 'fg', borderColor: 'accent' },
  },
})
const Panel = chakra('div', { base: { pt: '4', _focusVisible: { borderRadius: 'md' } } })
