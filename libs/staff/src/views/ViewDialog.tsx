import { Alert, Button, Dialog, Field, Flex, Input, Stack, Text, toast } from '@helpdesk/ui'
import { useLocation, useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useActor } from '../state/use-actor'
import { useCreateSavedView } from '../api/create-saved-view'
import { useDeleteSavedView } from '../api/delete-saved-view'
import { useUpdateSavedView } from '../api/update-saved-view'
import { failureText } from '@helpdesk/tickets/model/errors'
import { LeaveDialog, LeaveGuard } from '@helpdesk/tickets/screens/leave/LeaveGuard'
import {
  filterAt,
  mayWriteView,
  sameList,
  showsActiveFirst,
  VIEW_NAME_MAX,
  viewFormSchema,
  viewHref,
  type Assigned,
  type SavedView,
} from '../model/saved-views'
import * as texts from './texts'
import { filterWords } from './filter-words'

export interface ViewDialogProps {
  home: string
  /** null creates a view from the current list. */
  view: SavedView | null
  /** Assignee filter of the current list. */
  assigned: Assigned
  /** True when this view is the current one. */
  isCurrent: boolean
  /** Its position in the user's order. */
  place: { at: number; of: number } | null
  onMove: (by: number) => void
  onClose: () => void
}

const unsaved = { title: texts.unsaved, text: texts.unsavedText }

/** Creates, renames, refilters, shares, moves or deletes a view. */
export function ViewDialog({ home, view, assigned, isCurrent, place, onMove, onClose }: ViewDialogProps) {
  const actor = useActor()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const create = useCreateSavedView()
  const update = useUpdateSavedView()
  const remove = useDeleteSavedView()
  const [confirming, setConfirming] = useState(false)
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(viewFormSchema),
    defaultValues: { name: view?.name ?? '', is_shared: view?.is_shared ?? false },
  })
  // After the dialog has opened, which moves the focus to its first button.
  useEffect(() => setFocus('name'), [setFocus])
  const filter = filterAt(params, assigned, showsActiveFirst(pathname))
  const mayWrite = view === null || mayWriteView(view, actor)
  // An admin could no longer see another's view after unsharing it.
  const mayShare = view === null || view.owner_id === actor?.id
  const differs = view !== null && !sameList(view.filter, filter)
  const busy = create.isPending || update.isPending || remove.isPending
  const failure = create.error ?? update.error ?? remove.error

  const [isAsked, setAsked] = useState(false)
  const isSaved = useRef(false)
  const { isDirty } = formState
  const close = () => (isDirty ? setAsked(true) : onClose())

  const done = (title: string, name: string) => {
    isSaved.current = true
    toast({ type: 'success', title, description: name })
    onClose()
  }
  const submit = handleSubmit(({ name, is_shared }) => {
    if (!view)
      return create.mutate(
        { name, is_shared, filter },
        {
          onSuccess: (created) => {
            done(texts.saved, created.name)
            void navigate(viewHref(home, created))
          },
        },
      )
    const change = { name, ...(mayShare && { is_shared }) }
    update.mutate({ id: view.id, change }, { onSuccess: (saved) => done(texts.saved, saved.name) })
  })
  const refill = () =>
    view &&
    update.mutate(
      { id: view.id, change: { filter } },
      {
        onSuccess: (saved) => {
          done(texts.updated, saved.name)
          void navigate(viewHref(home, saved), { replace: isCurrent })
        },
      },
    )
  const drop = () =>
    view &&
    remove.mutate(view.id, {
      onSuccess: () => {
        done(texts.deleted, view.name)
        // The list stays, without its name.
        if (isCurrent) void navigate(`${home}?${withoutView(params)}`, { replace: true })
      },
    })

  return (
    <Dialog title={view ? texts.editTitle : texts.save} onClose={close}>
      <LeaveGuard question={() => (isDirty && !isSaved.current ? unsaved : null)} />
      {isAsked && <LeaveDialog {...unsaved} onStay={() => setAsked(false)} onLeave={onClose} />}
      <form noValidate onSubmit={(event) => void (busy ? event.preventDefault() : submit(event))}>
        <Stack gap="3">
          <Text tone="muted" fontSize="sm">
            {filterWords(view ? view.filter : filter)}
          </Text>
          {mayWrite ? (
            <Field label={texts.viewName} error={formState.errors.name} required>
              <Input autoComplete="off" maxLength={VIEW_NAME_MAX} {...register('name')} />
            </Field>
          ) : (
            <Text>{texts.notYours(view.name)}</Text>
          )}
          {mayWrite && mayShare && (
            <Flex as="label" gap="2" alignItems="center">
              <input type="checkbox" {...register('is_shared')} />
              <Text as="span">{texts.shareWithAll}</Text>
            </Flex>
          )}
          {failure && <Alert title={texts.notSaved}>{failureText(failure)}</Alert>}
          {mayWrite && (
            <Flex gap="2" wrap="wrap" direction="row-reverse">
              <Button type="submit" variant="solid" loading={busy && !confirming}>
                {texts.saveNow}
              </Button>
              {differs && (
                <Button disabled={busy} onClick={refill}>
                  {texts.refill}
                </Button>
              )}
            </Flex>
          )}
        </Stack>
      </form>
      {place && place.of > 1 && (
        <Flex gap="2" alignItems="center" wrap="wrap" role="group" aria-label={texts.order}>
          <Button size="sm" disabled={place.at === 0} onClick={() => onMove(-1)}>
            {texts.moveUp}
          </Button>
          <Button size="sm" disabled={place.at === place.of - 1} onClick={() => onMove(1)}>
            {texts.moveDown}
          </Button>
          <Text tone="muted" fontSize="sm" role="status">
            {texts.placeOf(place.at + 1, place.of)}
          </Text>
        </Flex>
      )}
      {view && mayWrite && (
        <Flex gap="2" alignItems="center" wrap="wrap">
          {confirming ? (
            <>
              <Text fontSize="sm">{view.is_shared ? texts.deleteShared : texts.deleteOwn}</Text>
              <Button size="sm" variant="danger" autoFocus loading={remove.isPending} onClick={drop}>
                {texts.deleteNow}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setConfirming(false)}>
                {texts.keep}
              </Button>
            </>
          ) : (
            <Button size="sm" variant="ghost" disabled={busy} onClick={() => setConfirming(true)}>
              {texts.deleteView}
            </Button>
          )}
        </Flex>
      )}
    </Dialog>
  )
}

function withoutView(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('view')
  return rest
}
