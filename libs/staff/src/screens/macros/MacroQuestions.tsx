import { Button, Dialog, Field, Flex, Input, NativeSelect, Stack } from '@helpdesk/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Macro } from '../../model/macros'
import { questionsIn } from '../../model/placeholders'
import * as texts from './texts'

interface MacroQuestionsProps {
  macro: Macro
  /** @param answers by the text of the question */
  onAnswered: (answers: ReadonlyMap<string, string>) => void
  onClose: () => void
}

/** Asks the questions of a macro before it is inserted. Enter in any of them inserts it, Escape leaves everything as it is. */
export function MacroQuestions({ macro, onAnswered, onClose }: MacroQuestionsProps) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, string>>(new Map())
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const questions = questionsIn(macro.body)
  const answerTo = (question: string) => answers.get(question)?.trim() ?? ''
  const controls = () => [...(form.current?.querySelectorAll<HTMLElement>('input, select') ?? [])]
  // The dialog focuses its first control, which is the one that closes it.
  useEffect(() => controls()[0]?.focus(), [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // React passes it on to the form around the one that opened the dialog.
    event.stopPropagation()
    const missing = questions.findIndex(({ text }) => !answerTo(text))
    if (missing < 0) return onAnswered(new Map(questions.map(({ text }) => [text, answerTo(text)])))
    setTried(true)
    controls()[missing]?.focus()
  }

  return (
    <Dialog title={macro.name} onClose={onClose}>
      {/* Keys of the form below are not those of the reply. */}
      <form ref={form} noValidate onSubmit={onSubmit} onKeyDown={(event) => event.stopPropagation()}>
        <Stack gap="4">
          {questions.map(({ text, choices }) => {
            const control = {
              value: answers.get(text) ?? '',
              onChange: ({ target }: { target: { value: string } }) =>
                setAnswers(new Map(answers).set(text, target.value)),
            }
            const error = isTried && !answerTo(text) ? { message: texts.answerRequired } : undefined
            return (
              <Field key={text} label={text} error={error} required>
                {choices.length > 0 ? (
                  <NativeSelect
                    options={[
                      { value: '', label: texts.choose },
                      ...choices.map((choice) => ({ value: choice, label: choice })),
                    ]}
                    {...control}
                  />
                ) : (
                  <Input autoComplete="off" dir="auto" {...control} />
                )}
              </Field>
            )
          })}
          <Flex gap="2" wrap="wrap" justifyContent="flex-end">
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" variant="solid">
              {texts.insert}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Dialog>
  )
}
