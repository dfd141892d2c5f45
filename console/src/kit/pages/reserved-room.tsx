/**
 * Invisible text that takes the room of a text that is still loading, so that the page does not move when it appears.
 * @param text a typical text.
 */
export const ReservedRoom = ({ text }: { text: string }) => (
  <span aria-hidden style={{ visibility: 'hidden' }}>
    {text}
  </span>
)
