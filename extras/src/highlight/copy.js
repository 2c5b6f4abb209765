// Copies of modes' states.

/** Copies a mode's state. Reading on with the original does not change the copy. */
export function copy(mode, state) {
  if (mode.copyState) return mode.copyState(state);
  if (typeof state !== 'object' || state === null) return state;
  const made = { ...state };
  for (const key in made) if (Array.isArray(made[key])) made[key] = made[key].slice();
  return made;
}
