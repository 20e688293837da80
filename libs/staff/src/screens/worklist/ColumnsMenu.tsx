import {
  ArrowDownIcon,
  ArrowUpIcon,
  Button,
  chakra,
  Flex,
  IconButton,
  type IconButtonProps,
  Stack,
  VisuallyHidden,
} from '@helpdesk/ui'
import { useState, type ReactNode } from 'react'
import {
  DEFAULT_COLUMNS,
  LIST_COLUMNS,
  movedColumn,
  sameColumns,
  toggled,
  type ChosenColumns,
  type ListColumn,
} from '../../model/list-columns'
import { Popover } from '../controls/Popover'
import { COLUMNS } from './columns'
import * as texts from './texts'

export interface ColumnsMenuProps {
  columns: ChosenColumns
  /** Null are the usual ones. */
  onChange: (columns: ChosenColumns | null) => void
  trigger: (props: Partial<IconButtonProps>) => ReactNode
}

/** A menu beside its button, open at first: which columns a list shows, and in which order. */
export function ColumnsMenu({ trigger, ...props }: ColumnsMenuProps) {
  const [isOpen, setOpen] = useState(true)
  const toggle = () => setOpen(!isOpen)
  return (
    <Popover
      open={isOpen}
      onClose={() => setOpen(false)}
      side="bottom"
      width="15rem"
      trigger={trigger({ 'aria-expanded': isOpen, autoFocus: true, onClick: toggle })}
    >
      <ColumnChoices {...props} />
    </Popover>
  )
}

function ColumnChoices({ columns, onChange }: Omit<ColumnsMenuProps, 'trigger'>) {
  const [announced, setAnnounced] = useState('')
  const shown = columns.map(({ id }) => id)
  const hidden = LIST_COLUMNS.filter((id) => !shown.includes(id))
  function move(id: ListColumn, by: number) {
    const next = movedColumn(columns, id, by)
    onChange(next)
    setAnnounced(
      texts.columnMoved(COLUMNS[id].title, next.findIndex((each) => each.id === id) + 1, next.length),
    )
  }
  return (
    <Stack gap="1" role="group" aria-label={texts.columns}>
      {[...shown, ...hidden].map((id) => {
        const { title } = COLUMNS[id]
        const at = shown.indexOf(id)
        return (
          <Flex key={id} align="center" gap="1">
            <Choice>
              <input
                type="checkbox"
                checked={at >= 0}
                disabled={id === 'subject'}
                onChange={() => onChange(toggled(columns, id))}
              />
              {title}
            </Choice>
            {at >= 0 && (
              <>
                <IconButton
                  size="sm"
                  label={texts.moveUp(title)}
                  aria-disabled={at === 0}
                  onClick={() => at > 0 && move(id, -1)}
                >
                  <ArrowUpIcon size={12} />
                </IconButton>
                <IconButton
                  size="sm"
                  label={texts.moveDown(title)}
                  aria-disabled={at === shown.length - 1}
                  onClick={() => at < shown.length - 1 && move(id, 1)}
                >
                  <ArrowDownIcon size={12} />
                </IconButton>
              </>
            )}
          </Flex>
        )
      })}
      {!sameColumns(columns, DEFAULT_COLUMNS) && (
        <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
          {texts.usualColumns}
        </Button>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </Stack>
  )
}

const Choice = chakra('label', {
  base: {
    display: 'flex',
    flex: '1',
    alignItems: 'center',
    gap: '2',
    minHeight: '8',
    cursor: 'pointer',
    '& input': { width: '4', height: '4', accentColor: 'var(--hd-colors-accent-solid)' },
  },
})
