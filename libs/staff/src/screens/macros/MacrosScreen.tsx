import { useRole } from '@helpdesk/auth'
import {
  Button,
  EmptyState,
  Heading,
  PageHeader,
  PlusIcon,
  QueryState,
  Skeleton,
  Stack,
  Text,
} from '@helpdesk/ui'
import { useState, type ReactNode } from 'react'
import { draftedMacro } from '../../drafts/macro-draft'
import { useActor } from '../../state/use-actor'
import { useMacros } from '../../api/list-macros'
import { canClaimTickets } from '@helpdesk/tickets/model/permissions'
import { macroFolders, type Macro } from '../../model/macros'
import { MacroForm } from './MacroForm'
import { MacroRow } from './MacroRow'
import * as texts from './texts'

interface MacrosScreenProps {
  /** Tabs below the heading. */
  nav?: ReactNode
}

/** `/dashboard/agent/macros`: the user's macros and the shared ones. */
export function MacrosScreen({ nav }: MacrosScreenProps) {
  const query = useMacros()
  const actor = useActor()
  const staff = canClaimTickets(useRole())
  // The id of the macro in the form, `new` for a new one, null when closed. At first, the one with a draft.
  const [chosen, setOpen] = useState<string | null>()
  const [open, isNew] = [chosen ?? null, chosen === undefined]
  const drafted = isNew ? draftedMacro(actor?.id, query.data) : undefined
  if (drafted) setOpen(drafted)
  const close = () => setOpen(null)
  const mayWrite = (macro: Macro) =>
    macro.owner_id === actor?.id || (actor?.role === 'admin' && macro.is_shared)

  return (
    <>
      <PageHeader
        heading={texts.title}
        subtitle={texts.subtitle}
        actions={
          staff && (
            <Button variant="solid" onClick={() => setOpen('new')} disabled={open === 'new'}>
              <PlusIcon size={14} />
              {texts.newMacroAction}
            </Button>
          )
        }
      />
      {nav}
      <Stack gap="3" maxWidth="48rem">
        {open === 'new' && <MacroForm macro={null} onClose={close} />}
        <QueryState
          query={query}
          pendingLabel={texts.loadingMacros}
          pending={
            <Stack gap="3" aria-hidden>
              <Skeleton height="14" />
              <Skeleton height="14" />
            </Stack>
          }
          isEmpty={(macros) => macros.length === 0 && open === null}
          empty={<EmptyState title={texts.noMacrosYet} text={texts.noMacrosText} />}
        >
          {(macros) => (
            <Stack gap="3">
              {macroFolders(macros).map(({ folder, macros: inside }) => (
                <Stack key={folder} gap="3">
                  {folder && (
                    <Heading as="h2" size="sm" dir="auto" marginTop="3">
                      {folder}
                    </Heading>
                  )}
                  <Stack as="ul" listStyleType="none" gap="3">
                    {inside.map((macro) => (
                      <li key={macro.id}>
                        {open === macro.id ? (
                          <MacroForm macro={macro} onClose={close} />
                        ) : (
                          <MacroRow
                            macro={macro}
                            mayWrite={mayWrite(macro)}
                            isOwn={macro.owner_id === actor?.id}
                            onEdit={() => setOpen(macro.id)}
                          />
                        )}
                      </li>
                    ))}
                  </Stack>
                </Stack>
              ))}
            </Stack>
          )}
        </QueryState>
        {/* Rendered with the list only, to avoid a layout shift. */}
        {query.data && (
          <Text tone="muted" fontSize="sm">
            {texts.sharedHint}
          </Text>
        )}
      </Stack>
    </>
  )
}
