// webpack's configuration.
import { resolve } from 'node:path';
import HtmlPlugin from 'html-webpack-plugin';
import CssPlugin from 'mini-css-extract-plugin';

export default {
  mode: 'production',
  entry: './src/index.js',
  output: {
    path: resolve(import.meta.dirname, 'dist'),
    filename: '[name].[contenthash].js',
    clean: true,
    // For pages with `require-trusted-types-for 'script'`: webpack adds scripts to the page.
    trustedTypes: true,
  },
  module: { rules: [{ test: /\.css$/, use: [CssPlugin.loader, 'css-loader'] }] },
  plugins: [new HtmlPlugin({ template: 'src/index.html' }), new CssPlugin()],
  performance: false,
};
