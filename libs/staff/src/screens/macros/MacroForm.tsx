import {
  Alert,
  Button,
  Card,
  Field,
  Flex,
  Grid,
  Heading,
  Input,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  toast,
} from '@helpdesk/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useSaveMacro } from '../../api/save-macro'
import { failureText } from '@helpdesk/tickets/model/errors'
import {
  insertAt,
  MACRO_BODY_MAX,
  MACRO_NAME_MAX,
  macroFormDefaults,
  macroFormSchema,
  toMacroForm,
  type Macro,
  type MacroFormValues,
} from '../../model/macros'
import { unknownPlaceholders } from '../../model/placeholders'
import { parseFormDraft, useFormDraft } from '@helpdesk/tickets/drafts/use-form-draft'
import { OneTabDraft } from '@helpdesk/tickets/screens/drafts/OneTabDraft'
import { RestoredForm } from '@helpdesk/tickets/screens/drafts/RestoredForm'
import { macroDraft } from '../../drafts/macro-draft'
import { MEDIUM_HINT } from '@helpdesk/tickets/model/priorities'
import { priorityOptions, statusOptions } from '../ticket-options'
import { MacroPreview } from './MacroPreview'
import { PlaceholderList } from './PlaceholderList'
import * as texts from './texts'

const unchanged = { value: '', label: texts.noChange }
interface MacroFormProps {
  /** null creates one. */
  macro: Macro | null
  onClose: () => void
}

const textOf = (stored: string): string => {
  const draft = parseFormDraft(stored, macroFormDefaults)
  return draft ? [draft.name, draft.body].filter(Boolean).join('\n') : ''
}

/** Creates a macro or edits one. What is not saved stays as a draft, which one tab at a time writes. */
export function MacroForm(props: MacroFormProps) {
  return (
    <OneTabDraft
      place={macroDraft(props.macro?.id)}
      label={props.macro ? texts.editMacro : texts.newMacro}
      showsLabel
      textOf={textOf}
    >
      <Form {...props} />
    </OneTabDraft>
  )
}

function Form({ macro, onClose }: MacroFormProps) {
  const save = useSaveMacro()
  const stored = macro ? toMacroForm(macro) : macroFormDefaults
  const draft = useFormDraft(macroDraft(macro?.id), stored)
  const { register, handleSubmit, formState, setValue, watch, subscribe, reset } = useForm({
    resolver: zodResolver(macroFormSchema),
    defaultValues: draft.initial,
  })
  const keep = useEffectEvent((values: MacroFormValues) => {
    // A saved form is no longer a draft.
    if (!save.isPending && !save.isSuccess) draft.keep(values)
  })
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  )
  function close() {
    draft.clear()
    onClose()
  }
  const { errors } = formState
  const body = watch('body')
  const unknown = unknownPlaceholders(body)
  const box = useRef<HTMLTextAreaElement>(null)
  const text = register('body')

  function insert(placeholder: string) {
    const inserted = insertAt(body, box.current, placeholder)
    setValue('body', inserted.text, { shouldDirty: true })
    box.current?.focus()
    box.current?.setSelectionRange(inserted.cursor, inserted.cursor)
  }

  const submit = handleSubmit((values) =>
    save.mutate(
      { id: macro?.id ?? null, values },
      {
        onSuccess: () => {
          toast({
            type: 'success',
            title: macro ? texts.macroSaved : texts.macroCreated,
            description: values.name,
          })
          close()
        },
      },
    ),
  )

  return (
    <Card padded aria-label={macro ? texts.editMacro : texts.newMacro}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          <Heading size="sm">{macro ? texts.editMacro : texts.newMacro}</Heading>
          {draft.isRestored && (
            <RestoredForm
              onDiscard={() => {
                reset(stored)
                draft.clear()
              }}
            />
          )}
          <Field label={texts.name} error={errors.name} hint={texts.nameHint} required>
            <Input autoComplete="off" autoFocus maxLength={MACRO_NAME_MAX} {...register('name')} />
          </Field>
          <Field label={texts.text} error={errors.body}>
            <Textarea
              rows={6}
              maxLength={MACRO_BODY_MAX}
              {...text}
              ref={(element) => {
                text.ref(element)
                box.current = element
              }}
            />
          </Field>
          <PlaceholderList onInsert={insert} />
          <MacroPreview body={body} />
          {unknown.length > 0 && (
            <Alert tone="warning">{texts.unknownPlaceholders(unknown.join(', '))}</Alert>
          )}
          <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
            <Field label={texts.setStatus}>
              <NativeSelect options={[unchanged, ...statusOptions]} {...register('set_status')} />
            </Field>
            <Field label={texts.setPriority} hint={MEDIUM_HINT}>
              <NativeSelect options={[unchanged, ...priorityOptions]} {...register('set_priority')} />
            </Field>
          </Grid>
          <Field label={texts.addTags} error={errors.add_tags} hint={texts.separatedByCommas}>
            <Input autoComplete="off" {...register('add_tags')} />
          </Field>
          <Flex as="label" gap="2" alignItems="center">
            <input type="checkbox" {...register('is_shared')} />
            <Text as="span">{texts.shareWithAll}</Text>
          </Flex>
          {save.error && <Alert title={texts.notSaved}>{failureText(save.error)}</Alert>}
          <Flex gap="2">
            <Button type="submit" variant="solid" loading={save.isPending} loadingText={texts.saving}>
              {texts.saveMacro}
            </Button>
            <Button variant="ghost" onClick={close}>
              {texts.cancel}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Card>
  )
}
