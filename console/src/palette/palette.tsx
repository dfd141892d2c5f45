// HTML has no element for a combobox whose list is always shown, so this file uses ARIA roles.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { getDefaultZIndex, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../browser/is-composing.ts'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { messageOf } from '../kit/feedback/message-of.ts'
import { paletteTexts as texts } from '../texts/palette.ts'
import type { Command } from './command.ts'
import classes from './palette.module.css'
import { useCommands } from './use-commands.tsx'

/** Time in milliseconds between the last key press and the search for incidents. */
const delayMs = 150

/**
 * Dialog with one field that finds pages, views, actions of the page and incidents. The field is a combobox: it keeps
 * the focus while the arrow keys mark a line of the list below it.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const [text, setText] = useState('')
  const typed = text.trim()
  const [searched] = useDebouncedValue(typed, delayMs)
  const { groups, isSearching, error } = useCommands(typed, searched)
  const commands = groups.flatMap((group) => group.commands)
  const [markedId, setMarkedId] = useState<string>()
  const marked = commands.find(({ id }) => id === markedId) ?? commands[0]

  const run = (command: Command) => {
    // Close the palette first, so that the action runs with the focus where it was before the palette opened.
    flushSync(onClose)
    command.run()
  }
  const enter = useEnter(typed, isSearching && (!marked || marked.id === 'list'), marked, run)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') enter()
    else if (step && marked) setMarkedId(commands.at((commands.indexOf(marked) + step) % commands.length)!.id)
    else return
    event.preventDefault()
  }
  const activeId = marked && `${listId}-${marked.id}`
  useEffect(() => {
    if (activeId) document.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      padding={0}
      size={620}
      // Messages are above dialogs and would cover the end of the list, so place the palette above the messages.
      zIndex={getDefaultZIndex('max')}
      attributes={{ content: { 'aria-label': texts.title } }}
      classNames={{ inner: classes.place, body: classes.body }}
    >
      <div className={classes.head}>
        <IconSearch size={18} aria-hidden />
        <SearchInput
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-label={texts.title}
          placeholder={texts.placeholder}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setMarkedId(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={texts.results} className={classes.list}>
        {groups.map(({ title, commands: lines }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classes.title} aria-hidden>
              {title}
            </div>
            {lines.map((command) => (
              <UnstyledButton
                key={command.id}
                id={`${listId}-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={command === marked}
                className={classes.line!}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setMarkedId(command.id)}
                onClick={() => run(command)}
              >
                {command.before && <span className={classes.before}>{command.before}</span>}
                <span className={classes.label}>{command.label}</span>
                {command.after}
              </UnstyledButton>
            ))}
          </div>
        ))}
      </div>
      <Text component="output" size="sm" c={error ? 'var(--mantine-color-error)' : 'dimmed'} className={classes.state!}>
        {stateText(error, isSearching, commands.length)}
      </Text>
    </Dialog>
  )
}

function stateText(error: Error | null, isSearching: boolean, found: number): string | undefined {
  if (error) return `${texts.failed}. ${messageOf(error)}`
  if (isSearching) return texts.searching
  return found === 0 ? texts.nothingFound : undefined
}

/** Text field that has the focus from its first render on, so that it receives keys typed right after opening. */
function SearchInput(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <input
      ref={field}
      className={classes.field}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      // With this attribute, Escape closes the palette even if the field contains text.
      data-expanded
      {...props}
    />
  )
}

/**
 * Returns the handler of the Enter key, which runs the marked command. If the search has not found anything yet, the
 * command runs once incidents arrive, so that users can press Enter early. If the user types more before then, this
 * Enter is ignored.
 */
function useEnter(
  typed: string,
  mustWait: boolean,
  marked: Command | undefined,
  run: (command: Command) => void,
): () => void {
  /** Text for which Enter was pressed before anything was found. */
  const waitingFor = useRef<string>(undefined)
  useEffect(() => {
    if (waitingFor.current !== typed || mustWait) return
    waitingFor.current = undefined
    // Run the command after the effect, because React cannot close the palette at once inside an effect.
    if (marked) queueMicrotask(() => run(marked))
  })
  return () => {
    if (mustWait) waitingFor.current = typed
    else if (marked) run(marked)
  }
}
