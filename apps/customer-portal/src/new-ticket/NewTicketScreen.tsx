import { refreshWorkspace, useWorkspace } from '@helpdesk/auth'
import { toast } from '@helpdesk/ui'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDraftFiles } from '@helpdesk/tickets/drafts/draft-files'
import { useNewTicketDraft } from './new-ticket-draft'
import { prepareUpload } from '@helpdesk/tickets/api/upload-attachment'
import { createUploadQueue, type UploadQueue } from '@helpdesk/tickets/uploads/upload-queue'
import { useCreateTicket } from '../api/create-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import { takeFiles } from '@helpdesk/tickets/model/file-intake'
import { ticketFormDefaults, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import { hasTicketText } from '../model/new-ticket-draft'
import { summarizeUploads } from '../model/upload-summary'
import { LeaveGuard, type LeaveQuestion } from './LeaveGuard'
import { RestoredNote } from './RestoredNote'
import { TicketForm } from './TicketForm'
import { UploadPanel } from './UploadPanel'
import * as texts from './texts'

interface NewTicketScreenProps {
  /** Called once the ticket and all its files are stored. */
  onCreated: (ticketId: string) => void
}

/** Maximum age of the limits, so that the form shows those the server enforces. */
const LIMITS_FRESH_MS = 60_000
const DRAFT_KEPT_TEXT = texts.draftSaved

/** Creates one ticket: the form with its draft, then the upload of its files. */
export function NewTicketScreen({ onCreated }: NewTicketScreenProps) {
  const draft = useNewTicketDraft()
  const create = useCreateTicket()
  const [restored, setRestored] = useState(draft.initial !== null)
  const [formKey, setFormKey] = useState(0)
  const workspace = useWorkspace()
  const { files: kept, setFiles, lost } = useDraftFiles(draft.files)
  // An admin may have lowered the limits since the files were chosen.
  const accepted = takeFiles(kept ?? [], workspace.max_files, workspace.max_file_bytes)
  const files = kept && accepted.taken
  const [queue, setQueue] = useState<UploadQueue | null>(null)
  const written = useRef<TicketFormValues>(draft.initial?.values ?? ticketFormDefaults)
  const sent = useRef(false)

  useEffect(() => void refreshWorkspace(LIMITS_FRESH_MS), [])

  const onChange = useCallback(
    (values: TicketFormValues) => {
      written.current = values
      // A submitted form is no longer a draft.
      if (!sent.current) draft.save(values)
    },
    [draft],
  )

  function submit(values: TicketFormValues) {
    if (sent.current || !files) return
    sent.current = true
    create.mutate(
      { values, requestId: draft.requestId() },
      {
        onSuccess: (ticket) => {
          draft.clear()
          if (files.length === 0) onCreated(ticket.id)
          else setQueue(createUploadQueue(files, (file) => prepareUpload(ticket.id, file)))
        },
        onError: (error) => {
          sent.current = false
          toast({ type: 'error', title: texts.failed, description: failureText(error) })
        },
      },
    )
  }

  function startOver() {
    draft.clear()
    written.current = ticketFormDefaults
    setFiles([])
    setRestored(false)
    setFormKey((n) => n + 1)
  }

  function question(): LeaveQuestion | null {
    if (queue) {
      const text = texts.leaveUploading
      return summarizeUploads(queue.items()).running > 0
        ? { title: texts.leaveUploadingQuestion, text }
        : null
    }
    if (create.isSuccess) return null
    const hasDraft = hasTicketText(written.current) || kept?.length !== 0
    return hasDraft ? { title: texts.leaveQuestion, text: DRAFT_KEPT_TEXT } : null
  }

  const stop = useEffectEvent(() => queue?.stop())
  useEffect(() => () => stop(), [])

  const ticketId = create.data?.id
  return (
    <>
      <LeaveGuard question={question} />
      {queue && ticketId ? (
        <UploadPanel ticketId={ticketId} queue={queue} onComplete={() => onCreated(ticketId)} />
      ) : (
        <>
          {restored && (
            <RestoredNote sent={Boolean(draft.initial?.requestId)} filesLost={lost} onStartOver={startOver} />
          )}
          <TicketForm
            key={formKey}
            initial={formKey === 0 ? draft.initial?.values : undefined}
            onChange={onChange}
            workspace={workspace}
            files={files}
            filesRefused={accepted.refused}
            filesExpected={draft.initial?.fileCount}
            onFiles={setFiles}
            onSubmit={submit}
            busy={create.isPending || create.isSuccess}
            error={create.error ? failureText(create.error) : null}
          />
        </>
      )}
    </>
  )
}
