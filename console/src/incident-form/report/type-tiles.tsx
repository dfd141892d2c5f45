import { Input } from '@mantine/core'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { KeyboardEvent, MouseEvent } from 'react'
import { focusField } from '../../kit/forms/focus-field.ts'
import { fieldsAfter, revealField } from '../../kit/forms/next-field.ts'
import { incidentFormTexts as texts } from '../../texts/incident-form.ts'
import { ChoiceField, typeOptions } from '../choice-field.tsx'
import type { FieldContext } from '../field-context.ts'
import classes from './type-tiles.module.css'

/** Maximum number of types that are shown as tiles. If there are more types, they are shown as a searchable list. */
const tilesMaximum = 12

/** Field to choose the type. Shows a large button for each type, or a list if there are many types. */
export function TypeField({ context }: { context: FieldContext }) {
  const options = typeOptions(context)
  const isRequired = context.settingOf('typeId').rule === 'required'
  if (options.length === 0 && !isRequired) return null
  if (context.isReadOnly('typeId') || options.length === 0 || options.length > tilesMaximum)
    return <ChoiceField context={context} field="typeId" />
  return context.isHidden('typeId') ? null : <Tiles context={context} options={options} />
}

interface TilesProps {
  context: FieldContext
  options: readonly { value: Uuid; label: string }[]
}

function Tiles({ context, options }: TilesProps) {
  const { id, label, description, error, required } = context.propsOf('typeId')
  const canBeEmpty = !required && !context.settingOf('typeId').hasDefault
  const choose = (typeId: Uuid | null) => context.onEnter({ typeId })
  const tile = (value: Uuid | null, name: string) => (
    <label key={value ?? ''} className={classes.tile} data-none={value === null || undefined}>
      <input
        type="radio"
        className={classes.radio}
        name={id}
        checked={context.shown.typeId === value}
        disabled={context.isSending === true}
        onChange={() => choose(value)}
        onClick={(event) => {
          // Move on to the next field only after a click with a mouse or finger. If a key press caused the click,
          // `detail` is 0.
          if (event.detail > 0) moveOn(event)
        }}
        onKeyDown={(event) => {
          // Handle Enter here, because by default Enter in a radio button submits the form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          choose(value)
          moveOn(event)
        }}
      />
      <span>{name}</span>
    </label>
  )
  return (
    <Input.Wrapper id={`${id}-tiles`} label={label} labelElement="div" {...{ description, error, required }}>
      <div
        id={id}
        role="radiogroup"
        className={classes.tiles}
        aria-labelledby={`${id}-tiles-label`}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-tiles-error`}
      >
        {options.map(({ value, label: name }) => tile(value, name))}
        {canBeEmpty && tile(null, texts.noType)}
      </div>
    </Input.Wrapper>
  )
}

/**
 * Moves on to the next empty field. With a mouse, focuses the field. On a phone, scrolls to the field, because the
 * focus would open the on-screen keyboard.
 */
function moveOn({ currentTarget }: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>): void {
  const group = currentTarget.closest<HTMLElement>('[role=radiogroup]')!
  // The fields of the form depend on the type, so wait until they are rendered.
  requestAnimationFrame(() => {
    const next = fieldsAfter(group).find(({ value }) => value === '')
    if (window.matchMedia('(any-pointer: fine)').matches) focusField(next)
    else revealField(next)
  })
}
