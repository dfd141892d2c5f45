import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import { useState } from 'react'
import { formatFileSize } from '../texts/format.ts'
import { mediaTexts as texts } from '../texts/media.ts'
import { Lightbox } from './lightbox.tsx'
import classes from './media.module.css'

interface MediaGridProps {
  media: readonly AttachedMedia[]
  /** Accessible name of the list. */
  label: string
  /** Called when the user wants to remove a file. Without this callback, files have no Remove button. */
  onRemove?: (media: AttachedMedia) => void
}

/** Grid of attached files. A press opens a picture in the lightbox and downloads any other file. */
export function MediaGrid({ media, label, onRemove }: MediaGridProps) {
  const [shownId, setShownId] = useState<string>()
  const pictures = media.filter(({ thumbnailDownloadUrl }) => thumbnailDownloadUrl !== null)
  const shownIndex = pictures.findIndex(({ id }) => id === shownId)
  if (media.length === 0) return null
  return (
    <>
      <ul className={classes.grid} aria-label={label}>
        {media.map((one) => (
          <li key={one.id} className={classes.tile}>
            {one.thumbnailDownloadUrl ? (
              <PictureTile media={one} thumbnail={one.thumbnailDownloadUrl} onOpen={() => setShownId(one.id)} />
            ) : (
              <FileTile media={one} />
            )}
            {onRemove && (
              <ActionIcon
                className={classes.remove!}
                variant="default"
                aria-label={texts.remove(one.fileName)}
                onClick={() => onRemove(one)}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {shownIndex >= 0 && (
        <Lightbox
          pictures={pictures}
          index={shownIndex}
          onChange={(index) => setShownId(pictures[index]?.id)}
          onClose={() => setShownId(undefined)}
        />
      )}
    </>
  )
}

interface TileProps {
  media: AttachedMedia
}

/**
 * Button with the thumbnail of a picture, or its file name if the thumbnail cannot be loaded. A press opens the
 * picture.
 */
function PictureTile({ media, thumbnail, onOpen }: TileProps & { thumbnail: string; onOpen: () => void }) {
  const [broken, setBroken] = useState<string>()
  const isBroken = broken === thumbnail
  return (
    <button
      type="button"
      className={classes.open}
      data-picture={!isBroken || undefined}
      aria-label={texts.open(media.fileName)}
      title={media.fileName}
      onClick={onOpen}
    >
      {isBroken ? (
        <FileName media={media} />
      ) : (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" onError={() => setBroken(thumbnail)} />
      )}
    </button>
  )
}

/**
 * Link that downloads a file. The server sends the file as an attachment, so it never opens as a page of the console.
 */
const FileTile = ({ media }: TileProps) => (
  <a className={classes.open} href={media.downloadUrl} download={media.fileName}>
    <VisuallyHidden>{texts.downloadVerb}</VisuallyHidden>
    <FileName media={media} />
    <span className={classes.tileName}>{formatFileSize(media.sizeBytes)}</span>
  </a>
)

const FileName = ({ media }: TileProps) => (
  <>
    <IconFile stroke={1.4} size={28} aria-hidden />
    <span className={classes.tileName}>{media.fileName}</span>
  </>
)

/** Placeholder for a grid that is loading. */
export const MediaGridSkeleton = ({ count }: { count: number }) => (
  <div className={classes.grid} aria-hidden>
    {Array.from({ length: count }, (_, place) => (
      <Skeleton key={place} className={classes.tile!} />
    ))}
  </div>
)
