// The entries below `midturn/jsx/` are types only.

export {};
