import type { MetadataRoute } from 'next';

/** So that a phone can have the dashboard among its apps; https://www.w3.org/TR/appmanifest/ */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'Kaira',
    short_name: 'Kaira',
    description: 'Take payments and pay out in The Gambia.',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#0f6868',
    icons: [
      { src: '/icon1.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon2.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
}
