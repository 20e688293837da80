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
import { useRef } from 'react'
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
} from '../../model/macros'
import { unknownPlaceholders } from '../../model/placeholders'
import { MEDIUM_HINT } from '@helpdesk/tickets/model/priorities'
import { priorityOptions, statusOptions } from '../ticket-options'
import { MacroPreview } from './MacroPreview'
import { PlaceholderList } from './PlaceholderList'
import * as texts from './texts'

const unchanged = { value: '', label: texts.noChange }
/** Creates a macro (null) or edits one. */
export function MacroForm({ macro, onClose }: { macro: Macro | null; onClose: () => void }) {
  const save = useSaveMacro()
  const { register, handleSubmit, formState, setValue, watch } = useForm({
    resolver: zodResolver(macroFormSchema),
    defaultValues: macro ? toMacroForm(macro) : macroFormDefaults,
  })
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
          onClose()
        },
      },
    ),
  )

  return (
    <Card padded aria-label={macro ? texts.editMacro : texts.newMacro}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          <Heading size="sm">{macro ? texts.editMacro : texts.newMacro}</Heading>
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
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Card>
  )
}
