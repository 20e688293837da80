import { Box, Button, ChevronDownIcon, Flex, RouterLink } from '@helpdesk/ui'
import { Picker } from '../controls/Picker'
import { Popover } from '../controls/Popover'
import { useState, type RefObject } from 'react'
import { useMacros } from '../../api/list-macros'
import { failureText } from '@helpdesk/tickets/model/errors'
import { findMacros, type Macro } from '../../model/macros'
import * as texts from './texts'

const MACROS_PATH = '/dashboard/agent/macros'

interface MacroMenuProps {
  open: boolean
  onOpen: (open: boolean) => void
  onPick: (macro: Macro) => void
  /** Receives the focus when the menu closes without a choice. */
  button: RefObject<HTMLButtonElement | null>
}

/** A searchable menu of macros. */
export function MacroMenu({ open, onOpen, onPick, button }: MacroMenuProps) {
  function close() {
    onOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      open={open}
      onClose={close}
      side="bottom"
      width="20rem"
      trigger={
        <Button
          ref={button}
          size="sm"
          aria-haspopup="listbox"
          aria-expanded={open}
          onClick={() => onOpen(!open)}
        >
          {texts.macros}
          <ChevronDownIcon size={14} />
        </Button>
      }
    >
      <MacroPicker onPick={onPick} onClose={close} />
    </Popover>
  )
}

function MacroPicker({ onPick, onClose }: { onPick: (macro: Macro) => void; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const { data, error, isPending } = useMacros()
  const found = findMacros(data ?? [], query)
  const empty = error
    ? failureText(error)
    : isPending
      ? texts.loading
      : data.length === 0
        ? texts.noMacrosYet
        : texts.noMacroMatches
  return (
    <>
      <Picker
        label={texts.findAMacro}
        placeholder={texts.searchMacros}
        query={query}
        onQuery={setQuery}
        items={found.map((macro) => ({ id: macro.id, label: macro.name, detail: macro.body, macro }))}
        onPick={({ macro }) => onPick(macro)}
        onClose={onClose}
        empty={empty}
      />
      <Flex borderTopWidth="1px" borderColor="border" marginTop="2" paddingTop="2" fontSize="sm">
        <Box as="span" flex="1" />
        <RouterLink to={MACROS_PATH}>{texts.manageMacros}</RouterLink>
      </Flex>
    </>
  )
}
