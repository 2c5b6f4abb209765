// The frame of all pages.
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import './app.css';

export const metadata: Metadata = { title: 'Shop' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
