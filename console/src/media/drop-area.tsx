import { Paper } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'
import { mediaTexts } from '../texts/media.ts'
import classes from './drop-area.module.css'

interface DropAreaProps {
  onFiles: (files: File[]) => void
  disabled?: boolean
  children: ReactNode
}

/** Area in which users can drop or paste files, which is faster than choosing files with a button. */
export function DropArea({ onFiles, disabled = false, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent | ClipboardEvent, files: File[]) => {
    if (files.length === 0 || disabled) return
    event.preventDefault()
    onFiles(files)
  }
  return (
    <div
      className={classes.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!disabled) take(event, droppedFiles(event.dataTransfer))
      }}
      onPaste={(event) => take(event, pastedFiles(event.clipboardData))}
    >
      {children}
      {isOver && (
        <Paper className={classes.cover} aria-hidden>
          {mediaTexts.dropHere}
        </Paper>
      )}
    </div>
  )
}

const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry()?.isDirectory === true

/**
 * Returns the dropped files. Leaves out folders, which browsers list among the files but cannot read, and shows a message
 * about them.
 */
function droppedFiles({ files, items }: DataTransfer): File[] {
  if (![...items].some(isFolder)) return [...files]
  notifications.show({ message: mediaTexts.noFolders, role: 'alert' })
  return [...items].filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? [])
}

/**
 * Returns the pasted files, or no files if the clipboard contains other text than the names of the files. Office
 * programs add a picture of copied text, which nobody wants to upload. File managers add only the names of copied
 * files.
 */
function pastedFiles(clipboard: DataTransfer): File[] {
  const files = [...clipboard.files]
  const lines = clipboard.getData('text/plain').split(/[\r\n]+/)
  return lines.every((line) => line === '' || files.some(({ name }) => line.endsWith(name))) ? files : []
}
