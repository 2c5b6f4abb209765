// Starts the shop.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';

const target = document.getElementById('root');
if (target) mount(App, { target });
