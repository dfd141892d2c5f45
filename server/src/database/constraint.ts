/** Tells whether PostgreSQL refused a statement because a unique constraint or index of this name would not hold. */
export const violatesUnique = (error: unknown, name: string): boolean => {
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === name
}
