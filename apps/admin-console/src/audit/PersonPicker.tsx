import { useUserSuggestions } from '../api/list-users'
import { Box, chakra, Dialog, QueryState, SearchInput, Text, useSearchBox } from '@helpdesk/ui'
import { useState } from 'react'
import * as texts from './texts'

/** Dialog that finds a person by name or e-mail address. */
export function PersonPicker({ onPick, onClose }: { onPick: (id: string) => void; onClose: () => void }) {
  const [applied, setApplied] = useState('')
  const { search, setSearch } = useSearchBox(applied, setApplied)
  const query = useUserSuggestions(applied)
  return (
    <Dialog title={texts.filterByPerson} onClose={onClose} lightDismiss>
      <SearchInput
        label={texts.searchPeople}
        placeholder={texts.nameOrEmail}
        autoFocus
        value={search}
        onChange={setSearch}
      />
      <Box minHeight="16rem" aria-live="polite">
        <QueryState
          query={query}
          errorTitle={texts.peopleLoadFailed}
          isEmpty={(people) => people.length === 0}
          empty={<Text tone="muted">{texts.nobodyFound}</Text>}
        >
          {(people) => (
            <List>
              {people.map(({ id, name, email }) => (
                <li key={id}>
                  <Choice type="button" onClick={() => onPick(id)}>
                    <Text as="span" fontWeight="medium">
                      {name}
                    </Text>{' '}
                    <Text as="span" tone="muted" fontSize="sm">
                      {email}
                    </Text>
                  </Choice>
                </li>
              ))}
            </List>
          )}
        </QueryState>
      </Box>
    </Dialog>
  )
}

const List = chakra('ul', { base: { listStyle: 'none', m: '0', p: '0' } })
const Choice = chakra('button', {
  base: {
    width: 'full',
    px: '2.5',
    py: '2',
    borderRadius: 'md',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
  },
})
