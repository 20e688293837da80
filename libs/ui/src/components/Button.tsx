import { chakra } from '@chakra-ui/react'
import { forwardRef, useImperativeHandle, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { buttonRecipe } from './button-recipe'
import { Spinner } from './Spinner'

const StyledButton = chakra('button', buttonRecipe)

export type ButtonProps = ComponentProps<typeof StyledButton> & {
  /** Shows a spinner and ignores clicks. A button with this prop is a command: a double click runs it once. */
  loading?: boolean
  /** Replaces the label while loading. */
  loadingText?: string
}

/** A button; `variant` is solid, outline (default), ghost, subtle or danger. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { loading: shown, loadingText, disabled, children, ...props },
  ref,
) {
  const loading = shown ?? false
  const own = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => own.current!, [])
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const { activeElement: focused, body } = document
    if (loading) hadFocus.current = focused === own.current
    // a disabled button loses the focus: restore it unless another element has it
    else if (hadFocus.current && focused === body) own.current?.focus({ preventScroll: true })
  }, [loading])
  return (
    <StyledButton
      type="button"
      ref={own}
      {...props}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      data-command={shown === undefined ? undefined : ''}
    >
      {loading && <Spinner size={14} />}
      {loading && loadingText ? loadingText : children}
    </StyledButton>
  )
})
