import { Box, Button, ChevronDownIcon, Flex, RouterLink } from '@helpdesk/ui'
import { Picker } from '../controls/Picker'
import { Popover } from '../controls/Popover'
import { useState, type RefObject } from 'react'
import { useMacros } from '../../api/list-macros'
import { failureText } from '@helpdesk/tickets/model/errors'
import { findMacros, inFolder, macroFolders, mostUsed, type Macro } from '../../model/macros'
import * as texts from './texts'

const MACROS_PATH = '/dashboard/agent/macros'

interface MacroMenuProps {
  open: boolean
  onOpen: (open: boolean) => void
  onPick: (macro: Macro) => void
  /** A macro's text as it would be inserted. */
  preview: (macro: Macro) => string
  /** Receives the focus when the menu closes without a choice. */
  button: RefObject<HTMLButtonElement | null>
}

/** A searchable menu of macros. */
export function MacroMenu({ open, onOpen, onPick, preview, button }: MacroMenuProps) {
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
      <MacroPicker onPick={onPick} preview={preview} onClose={close} />
    </Popover>
  )
}

interface MacroPickerProps extends Pick<MacroMenuProps, 'onPick' | 'preview'> {
  onClose: () => void
}

const itemOf = (macro: Macro, group?: string) => ({
  id: group ? `${group}:${macro.id}` : macro.id,
  label: macro.name,
  group,
  macro,
})

/** Those that the reader uses most, then all of them by folder. */
function itemsOf(macros: readonly Macro[]) {
  const used = mostUsed(macros)
  const rest = macroFolders(macros.filter((macro) => !used.includes(macro)))
  const hasGroups = used.length > 0 || rest.some(({ folder }) => folder)
  return [
    ...used.map((macro) => itemOf(macro, texts.mostUsed)),
    ...rest.flatMap(({ folder, macros: inside }) =>
      inside.map((macro) => ({
        ...itemOf(macro, hasGroups ? folder || texts.withoutFolder : undefined),
        label: inFolder(macro.name).title,
      })),
    ),
  ]
}

function MacroPicker({ onPick, preview, onClose }: MacroPickerProps) {
  const [query, setQuery] = useState('')
  const { data, error, isPending } = useMacros()
  const macros = data ?? []
  const items = query.trim() ? findMacros(macros, query).map((macro) => itemOf(macro)) : itemsOf(macros)
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
        items={items}
        preview={({ macro }) => preview(macro).replace(/\n\s*\n/g, '\n')}
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
