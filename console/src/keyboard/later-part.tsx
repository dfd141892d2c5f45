import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { chunk } from '../api/chunk.ts'
import { useCloseOnBack } from '../browser/use-close-on-back.ts'
import { whenIdle } from '../browser/when-idle.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { frameTexts } from '../texts/frame.ts'
import { useDeferKeysUntil } from './use-defer-keys-until.ts'

/**
 * Makes a component for a dialog or another part that opens and closes. The part loads while the browser is idle, so
 * that the first page has less to load. Keys typed before the part has loaded are stored for the part. They are dropped
 * if the part cannot be loaded or the user closes the part. Calls `onClose` if the part cannot be loaded, after showing
 * a message. Also calls `onClose` when the user goes back or forward to another page.
 * @param load imports the part.
 * @param failed title of the message if the part cannot be loaded.
 */
export function laterPart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  failed: string = frameTexts.problem.load,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | undefined
  const arrive = async () => (loaded ??= await chunk(load()))
  whenIdle(() => void arrive().catch(() => undefined))

  return function LaterPart(props) {
    const { onClose } = props
    const [Part, setPart] = useState(() => loaded)
    useCloseOnBack(onClose)
    useDeferKeysUntil(Part !== undefined, () => loaded !== undefined)
    useEffect(() => {
      if (Part) return
      arrive()
        .then((arrived) => setPart(() => arrived))
        .catch((error: Error) => {
          onClose()
          showProblem(failed, error)
        })
      // Run this effect only once each time the part is opened.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [])
    return Part && <Part {...props} />
  }
}
